import { walkingCharacters } from '../../test/support/render/walking-characters.js';
const crowd = walkingCharacters({ size: 5000, pace: 1, boundaryShape: 'circle', boundaryRadius: 60, spawnRadius: 60, obstacles: [] });
const { simulation, motion, characters } = crowd;
// steps are made outside of what is measured
let frames = 0, total = 0, stepTotal = 0, n = 0, ns = 0;
const real = simulation.advance.bind(simulation);
let pending = 0;
(simulation as any).advance = (s: number) => { const r = pending; pending = 0; return r; };
let frac = 0;
Object.defineProperty(simulation, 'fraction', { get: () => frac });
let now = 0;
for (frames = 0; frames < 240; frames++) {
  const stepped = frames % 3 === 0;
  if (stepped) { simulation.step(); pending = 1; }
  frac = (frames % 3) / 3;
  now += 1 / 60;
  characters.advance(now);
  const t = process.cpuUsage();
  const a = performance.now();
  motion.update(1 / 60, now);
  const b = performance.now();
  characters.table.changes.take();
  const c = performance.now();
  if (frames > 60) { if (stepped) { stepTotal += b - a; ns++; } else { total += b - a; n++; } (globalThis as any).take = ((globalThis as any).take ?? 0) + c - b; }
}
console.log('frame', total / n, 'with step', stepTotal / ns, 'take', (globalThis as any).take / (n + ns));
