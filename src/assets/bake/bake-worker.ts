import { isCrowdError } from '../../errors/index.js';
import {
  type BoneTexture,
  deriveJointPoses,
  type JointPoses,
  joinBoneTextures,
  joinJointPoses,
} from '../../rig/index.js';
import type { BakeMessage, BakeRequest } from './bake-in-worker.js';
import { type BakeTarget, bakeClip } from './bake-job.js';

// A module worker that bakes one job, each clip when it arrives. It sends `ready` first: without it, the page knows that the
// worker was refused.

let target: BakeTarget;
let count = 0;
let baked = 0;
const textures: BoneTexture[] = [];
const poses: (JointPoses | undefined)[] = [];

function post(message: BakeMessage, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer });
}

function handle(request: BakeRequest): void {
  if (request.kind === 'begin') {
    ({ target, count } = request);
    return;
  }
  const { skeleton, skin } = target;
  const texture = bakeClip(target, request.clip);
  textures[request.index] = texture;
  poses[request.index] = deriveJointPoses(texture, skeleton, skin);
  baked += 1;
  post({ kind: 'progress', fraction: baked / count });
  if (baked < count) return;
  const whole = joinBoneTextures(textures);
  const localPoses = joinJointPoses(poses, skeleton, skin);
  post(
    { kind: 'done', texture: whole, localPoses },
    [whole, ...(localPoses ? [localPoses] : [])].map(({ data }) => data.buffer as ArrayBuffer),
  );
}

self.addEventListener('message', ({ data }: MessageEvent<BakeRequest>) => {
  try {
    handle(data);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    post({
      kind: 'failed',
      message,
      field: isCrowdError(error, 'BoneTextureError') ? error.field : undefined,
    });
  }
});

post({ kind: 'ready' });
