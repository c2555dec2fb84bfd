import { type Document, WebIO } from '@gltf-transform/core';
import { RigError } from '../../errors/index.js';

/** @throws RigError where the bytes are no GLB or need an extension */
export async function readGlb(bytes: Uint8Array): Promise<Document> {
  try {
    return await new WebIO().readBinary(bytes as Uint8Array<ArrayBuffer>);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new RigError(`this is no GLB that can be read (${reason}); export it as plain binary glTF 2.0`, {
      cause,
    });
  }
}
