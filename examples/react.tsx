import { Canvas, useThree } from '@react-three/fiber';
import { Suspense, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { Crowd } from 'three-crowd/react';

// `npx three-crowd-server serve` runs this service. The key reads its sample crowds, and nothing else.
const SERVICE = 'http://127.0.0.1:8787';
const KEY = 'tc_live_SampleKeyReadsOnlyTheSampleCrowd1QNIVE';

const { matches: isMotionReduced } = matchMedia('(prefers-reduced-motion: reduce)');
const PANEL = {
  position: 'fixed',
  inset: '16px 16px auto auto',
  padding: 16,
  background: '#fdfaf3',
} as const;

function Square() {
  const [isMounted, setMounted] = useState(true);
  const [timeScale, setTimeScale] = useState(
    Number(new URLSearchParams(location.search).get('time-scale') ?? 1),
  );
  const [isPaused, setPaused] = useState(isMotionReduced);
  const slide = (value: number): void => {
    setTimeScale(value);
    // The address keeps the value. The address of a sandboxed frame cannot be changed.
    if (origin !== 'null') history.replaceState(history.state, '', `?time-scale=${value}`);
  };
  return (
    <>
      <Canvas shadows="percentage" camera={{ position: [3, 3.2, 17], fov: 38 }}>
        <color attach="background" args={['#dfe3e2']} />
        <fog attach="fog" args={['#dfe3e2', 24, 90]} />
        <hemisphereLight args={['#e6edf2', '#a3927a', 1.75]} />
        <directionalLight castShadow position={[-14, 24, 22]} intensity={2.9} shadow-mapSize={[2048, 2048]}>
          <orthographicCamera attach="shadow-camera" args={[-16, 16, 16, -16, 1, 80]} />
        </directionalLight>
        <mesh receiveShadow rotation-x={-Math.PI / 2}>
          <circleGeometry args={[140, 64]} />
          <meshStandardMaterial color="#c9bca4" roughness={1} />
        </mesh>
        <Orbit />
        <Suspense fallback={<Waiting />}>
          {isMounted && (
            <Crowd
              baseUrl={SERVICE}
              apiKey={KEY}
              crowdId="cr_Court150"
              timeScale={isPaused ? 0 : timeScale}
            />
          )}
        </Suspense>
      </Canvas>
      <form aria-label="Controls" style={PANEL}>
        <label>
          Mounted{' '}
          <input type="checkbox" checked={isMounted} onChange={({ target }) => setMounted(target.checked)} />
        </label>
        <br />
        <label>
          Time scale {timeScale}
          <br />
          <input
            type="range"
            max={2}
            step={0.1}
            value={timeScale}
            onChange={({ target }) => slide(target.valueAsNumber)}
          />
        </label>
        <br />
        <button type="button" onClick={() => setPaused(!isPaused)}>
          {isPaused ? 'Play' : 'Pause'}
        </button>
      </form>
    </>
  );
}

/** The ground, shown while the crowd loads. */
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
    // With the focus on the picture rather than the slider, the keyboard moves the camera.
    gl.domElement.tabIndex = 0;
    orbit.listenToKeyEvents(gl.domElement);
    orbit.update();
    return () => orbit.dispose();
  }, [camera, gl]);
  return null;
}

const container = document.body.appendChild(document.createElement('section'));
container.ariaLabel = 'A crowd on a square';
container.style.cssText = 'position: fixed; inset: 0';
createRoot(container).render(<Square />);
