import { expect, test } from 'vitest';
import { findGaits } from '../../../src/assets/bake/find-gaits.js';

/** Names of clips as packs and programs give them, those that walk, stand and jog, and what is in their way. */
const NAMES: readonly (readonly [
  walk: string | undefined,
  idle: string | undefined,
  jog: string | undefined,
  others: readonly string[],
])[] = [
  ['walk', 'idle', 'run', ['agree', 'sneak_pose', 'walk-backwards', 'swim-idle']],
  [
    'Armature|Walk',
    'Armature|Idle',
    'Armature|Run',
    ['Armature|Death', 'Armature|Idle_Gun', 'Armature|Run_Back'],
  ],
  [
    'Walk_Loop',
    'Idle_Loop',
    'Jog_Fwd_Loop',
    ['A_TPose', 'Crouch_Idle_Loop', 'Walk_Formal_Loop', 'Sword_Idle'],
  ],
  ['Walking_A', 'Idle', 'Running_A', ['Walking_Backwards', '2H_Melee_Idle', 'Running_Strafe_Left']],
  ['WalkForward', undefined, undefined, ['WalkBackward', 'WalkLeft', 'WalkJump']],
  ['Walk1', 'Idle1', undefined, ['Attack1']],
  ['animation.goblin.walk', 'animation.goblin.idle', undefined, ['animation.goblin.death']],
  ['walk-lower', 'idle-lower', 'run-lower', ['walk-upper', 'idle-upper', 'swim-idle', 'idle-mounted-lower']],
  ['mixamo.com|Walk|Layer0', 'mixamo.com|Breathing Idle|Layer0', undefined, []],
  ['Walk', 'Survey', 'Run', []],
  ['Running', 'Standing', undefined, ['Death']],
  ['hop', 'idle', undefined, ['shop']],
  ['walkcycle', undefined, undefined, ['trunk_wave', 'restore']],
];

test.each(NAMES)('%s, %s and %s are told from other clips', (walk, idle, jog, others) => {
  const names = [...others, ...[jog, idle, walk].flatMap((name) => name ?? [])];
  const found = findGaits(names.map((name) => ({ name, duration: 1 })));
  expect(found).toEqual({ walk, idle, jog });
});

test('where nothing walks, those who stand play the first clip that is more than a pose', () => {
  const clips = [
    { name: 'T-Pose', duration: 1 / 15 },
    { name: 'Wave', duration: 2 },
    { name: 'Dance', duration: 4 },
  ];
  expect(findGaits(clips)).toEqual({ walk: undefined, idle: 'Wave', jog: undefined });
});
