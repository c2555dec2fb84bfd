import { waitForGpu } from './gpu-done.js';

/**
 * Returns a page with one cube, drawn by the same build of three in the same way: the lower bound for a page
 * with a crowd. It sends `{ handedOver, drawn }`, milliseconds since 1970, to its parent or itself: when it
 * had submitted the frame, and when the GPU had drawn it.
 *
 * @param three address of the script with all of three
 * @param webgpu address of the script with `WebGPURenderer`. @default drawn by WebGL
 */
export function cubePage(three: string, webgpu?: string): string {
  return `<!doctype html><html lang="en"><head><title>A cube</title></head><body><script type="module">
    import * as THREE from '${three}';
    ${webgpu ? `import { WebGPURenderer } from '${webgpu}';` : 'const { WebGLRenderer } = THREE;'}
    const renderer = new ${webgpu ? 'WebGPURenderer' : 'WebGLRenderer'}({ antialias: true });
    ${webgpu ? 'await renderer.init();' : ''}
    renderer.setSize(640, 360);
    document.body.append(renderer.domElement);
    const scene = new THREE.Scene();
    scene.add(new THREE.Mesh(new THREE.BoxGeometry(), new THREE.MeshStandardMaterial()), new THREE.HemisphereLight());
    const camera = new THREE.PerspectiveCamera();
    camera.position.z = 3;
    renderer.render(scene, camera);
    const handedOver = performance.timeOrigin + performance.now();
    parent.postMessage({ handedOver, drawn: await (${waitForGpu})(renderer) }, '*');
  </script></body></html>`;
}
