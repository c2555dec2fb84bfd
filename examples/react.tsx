import { Canvas, useFrame, useThree } from '@react-three/fiber';
import { Suspense, useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import type { Crowd as CrowdObject } from 'three-crowd';
import { Crowd } from 'three-crowd/react';
import { openPage } from './page/open-page.js';
import { createStage } from './page/stage.js';
import { createCanvasRenderer } from './react/create-canvas-renderer.js';

const { view, service, controls, setting, showReady } = await openPage();
const crowdId = setting('crowd', 'cr_Court150');
const stage = createStage();
stage.camera.position.set(3, 3.2, 17);

interface SquareProps {
  readonly isMounted: boolean;
  readonly timeScale: number;
}

function Square({ isMounted, timeScale }: SquareProps) {
  const [crowd, setCrowd] = useState<CrowdObject | null>(null);
  return (
    <Canvas shadows="percentage" scene={stage.scene} camera={stage.camera} gl={createCanvasRenderer}>
      <Orbit />
      <Suspense fallback={<Waiting />}>
        {isMounted && <Crowd {...service} crowdId={crowdId} timeScale={timeScale} ref={setCrowd} />}
      </Suspense>
      {crowd && <Counter crowd={crowd} />}
    </Canvas>
  );
}

/** Where people will stand, while the crowd loads. */
function Waiting() {
  return Array.from({ length: 25 }, (_, i) => (
    <mesh key={i} position={[((i % 5) - 2) * 3, 0.85, (Math.floor(i / 5) - 2) * 3]}>
      <capsuleGeometry args={[0.22, 1.2]} />
      <meshStandardMaterial color="#d9cdb4" transparent opacity={0.5} />
    </mesh>
  ));
}

function Orbit() {
  const { camera, gl } = useThree();
  useEffect(() => {
    const orbit = new OrbitControls(camera, gl.domElement);
    orbit.target.set(0, 0.8, 6);
    orbit.update();
    stage.follow(orbit.target);
    return () => orbit.dispose();
  }, [camera, gl]);
  return null;
}

/** Writes down what the crowd costs, at once and then twice a second. */
function Counter({ crowd }: { readonly crowd: CrowdObject }) {
  const counted = useRef({ frames: 0, seconds: 0 });
  useEffect(() => showReady(crowd), [crowd]);
  useFrame((_, delta) => {
    const { current } = counted;
    current.frames += 1;
    current.seconds += delta;
    if (current.seconds < 0.5) return;
    showReady(crowd, current.frames / current.seconds);
    counted.current = { frames: 0, seconds: 0 };
  });
  return null;
}

const root = createRoot(view);
const shown = { isMounted: true, timeScale: 1 };
const show = (change: Partial<typeof shown>): void =>
  root.render(<Square {...Object.assign(shown, change)} />);
show({});
controls.addSwitch('Mounted', true, (isMounted) => show({ isMounted }));
controls.addSlider('Time scale', { min: 0, max: 2, step: 0.1, value: 1 }, (timeScale) => show({ timeScale }));
