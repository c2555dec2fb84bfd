import type { Character } from 'three-crowd/protocol';

function rgbOf([h, s, l]: Character['garment_hsl']) {
  const a = s * Math.min(l, 1 - l);
  const [r, g, b] = [0, 8, 4].map((n) => {
    const k = (n + h * 12) % 12;
    return l - a * Math.max(-1, Math.min(k - 3, 9 - k, 1));
  });
  return { r, g, b };
}

/** CIELAB of a colour in linear light; CIE's formulas, apart from those of the generator. */
export function labOf({ r, g, b }: { r: number; g: number; b: number }): number[] {
  const f = (t: number) => (t > (6 / 29) ** 3 ? Math.cbrt(t) : t / (3 * (6 / 29) ** 2) + 4 / 29);
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047);
  const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** Fractions of a crowd that have another like them near by, and the number of different people. */
export function varietyOf(characters: readonly Character[]) {
  const people = characters.map((c) => ({
    ...c,
    silhouette: `${c.body_id} ${c.hair_id}`,
    look: `${c.body_id} ${c.hair_id} ${c.face_id}`,
    clip: c.anim_clip === 'idle' ? (c.clip ?? `idle ${c.idle_variant}`) : c.anim_clip,
    lab: labOf(rgbOf(c.garment_hsl)),
  }));
  type Person = (typeof people)[number];
  const share = (reach: number, isLike: (a: Person, b: Person) => boolean): number => {
    const isNear = (a: Person, b: Person): boolean => (a.x - b.x) ** 2 + (a.z - b.z) ** 2 <= reach ** 2;
    return (
      people.filter((a) => people.some((b) => a !== b && isNear(a, b) && isLike(a, b))).length / people.length
    );
  };
  const isTwin = (a: Person, b: Person): boolean => a.look === b.look;
  const difference = (a: Person, b: Person): number =>
    Math.hypot(...a.lab.map((value, k) => value - b.lab[k]));
  const isInStep = (a: Person, b: Person): boolean => {
    const apart = Math.abs(a.phase - b.phase);
    return a.clip === b.clip && Math.min(apart, 1 - apart) < 1 / 30;
  };
  return {
    twins10m: share(10, isTwin),
    sameColor15m: share(15, (a, b) => isTwin(a, b) && difference(a, b) < 10),
    silhouettes5m: share(5, (a, b) => a.silhouette === b.silhouette),
    inStep5m: share(5, isInStep),
    distinct: new Set(people.map((p) => `${p.look} ${p.garment_hsl} ${p.skin_hex} ${p.hair_hex}`)).size,
  };
}
