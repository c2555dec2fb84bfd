import { expect, test } from 'vitest';
import { findAnimation, openGlb, readClip } from '../../../src/gltf/index.js';
import type { Clip } from '../../../src/rig/index.js';
import { type TinyOptions, tinyCharacter } from '../../support/rig/tiny-character.js';

async function read(name: string, edit?: TinyOptions['edit']): Promise<{ read: Clip; authored: Clip }> {
  const { files, clips } = await tinyCharacter(edit ? { edit } : {});
  const file = openGlb(files.get(`${name}.glb`)!, `${name}.glb`);
  const names = file.json.animations!.map((animation) => animation.name ?? '');
  return {
    read: await readClip(file, findAnimation(names, name), name),
    authored: clips.find((clip) => clip.name === name)!,
  };
}

test.each(['idle', 'walk', 'walk_stop'])(
  '%s comes back as authored, with the names of the file',
  async (name) => {
    const { read: clip, authored } = await read(name);
    expect(authored.tracks.length).toBeGreaterThan(0);
    expect({ ...clip, duration: expect.closeTo(clip.duration, 6) as number }).toEqual(authored);
  },
);

test('extras say whether it loops and how fast it walks', async () => {
  const { read: clip } = await read('idle', (document) => {
    document.getRoot().listAnimations()[0]?.setExtras({ loop: false, speed: 2 });
  });
  expect(clip).toMatchObject({ loop: false, speed: 2 });
});

test('of several animations the one of the right name', async () => {
  const { read: clip, authored } = await read('idle', (document) => {
    const [own] = document.getRoot().listAnimations();
    if (!own) return;
    const other = document.createAnimation('Take 001');
    own.setName('idle');
    for (const channel of own.listChannels().slice(1)) {
      own.removeChannel(channel);
      other.addChannel(channel).addSampler(channel.getSampler()!);
    }
  });
  expect(clip.tracks).toEqual(authored.tracks.slice(0, 1));
});

test('rotations stored as normalised integers are numbers again', async () => {
  const { read: clip, authored } = await read('idle', (document) => {
    for (const sampler of document.getRoot().listAnimations()[0]?.listSamplers() ?? []) {
      const output = sampler.getOutput()!;
      const integers = Int16Array.from(Float32Array.from(output.getArray()!).map((value) => value * 32767));
      output.setArray(integers).setNormalized(true);
    }
  });
  expect([...clip.tracks[0].values]).toEqual(
    [...authored.tracks[0].values].map((value) => expect.closeTo(value, 4)),
  );
});

test('channels that move no bone are passed over', async () => {
  const { read: clip, authored } = await read('idle', (document) => {
    const [animation] = document.getRoot().listAnimations();
    const [first] = animation?.listChannels() ?? [];
    if (first)
      animation.addChannel(
        document.createAnimationChannel().setTargetPath('rotation').setSampler(first.getSampler()),
      );
  });
  expect(clip.tracks).toEqual(authored.tracks);
});

test.each<[string, string, readonly string[], number]>([
  ['its own name', 'walk', ['run', 'walk', 'Walk'], 1],
  ['the only one, whatever its name', 'walk', ['mixamo.com'], 0],
  ["a word of an exporter's name", 'walk', ['Armature|Idle|BaseLayer', 'Armature|Walk|BaseLayer'], 1],
  ['other ways to write it', 'idle_look_around', ['IdleLookAround', 'Idle'], 0],
  ['the shortest of several', 'walk', ['Walk Jump', 'A Walk', 'Sidewalk'], 1],
  ['none', 'walk', ['Sidewalk', 'Run'], -1],
])('a clip is found by %s', (_how, name, names, index) => {
  expect(findAnimation(names, name)).toBe(index);
});
