import { CrowdError } from '../errors/index.js';

/** Slowest and fastest on even ground, metres a second. */
type SpeedRange = readonly [slowest: number, fastest: number];

/**
 * How fast women and men of an age walk on even ground where nobody is in their way, metres a second: uniformly
 * distributed between the two.
 *
 * @see IMO, "Revised guidelines on evacuation analysis for new and existing passenger ships", MSC.1/Circ.1533, annex 3,
 *   table 3.4
 */
export const AGE_SPEEDS = {
  under30: { women: [0.93, 1.55], men: [1.11, 1.85] },
  from30to50: { women: [0.71, 1.19], men: [0.97, 1.62] },
  over50: { women: [0.56, 0.94], men: [0.84, 1.4] },
  over50Impaired: { women: [0.43, 0.71], men: [0.64, 1.06] },
  over50MoreImpaired: { women: [0.37, 0.61], men: [0.55, 0.91] },
} as const satisfies Record<string, Record<'women' | 'men', SpeedRange>>;

/** Years that people of a bucket have, as far as their speed depends on them; impaired in walking where it says so. */
export type AgeGroup = keyof typeof AGE_SPEEDS;

/**
 * How fast somebody of an age walks, half of them women, metres a second.
 *
 * @param share where in the group somebody is, 0 to 1, uniformly distributed
 * @throws {CrowdError} for an age that {@link AGE_SPEEDS} does not have
 */
export function speedAtAge(age: AgeGroup, share: number): number {
  if (!Object.hasOwn(AGE_SPEEDS, age)) {
    throw new CrowdError(
      `bucketAges has the age "${age}"; give one of ${Object.keys(AGE_SPEEDS).join(', ')}.`,
    );
  }
  const { women, men } = AGE_SPEEDS[age];
  const [slowest, fastest] = share < 0.5 ? women : men;
  return slowest + (fastest - slowest) * ((2 * share) % 1);
}
