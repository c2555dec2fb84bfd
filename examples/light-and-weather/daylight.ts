import { Color, MathUtils, type Vector3 } from 'three';

/** The light of an hour. */
export interface Daylight {
  readonly sun: Color;
  readonly sunIntensity: number;
  readonly skyIntensity: number;
  readonly horizon: Color;
  readonly zenith: Color;
}

type Hour = readonly [
  hour: number,
  sun: string,
  sunIntensity: number,
  skyIntensity: number,
  horizon: string,
  zenith: string,
];

/** From night to night; the moon takes the sun's place. */
const HOURS: readonly Hour[] = [
  [4.5, '#9db4e6', 0.7, 0.42, '#1f2a40', '#0b111f'],
  [5.8, '#d79a94', 0.7, 0.8, '#c9958c', '#3f5078'],
  [6.8, '#ffb680', 2.3, 1.1, '#f3c9a0', '#7f9cc4'],
  [9, '#ffe9c8', 3, 1.6, '#dbe1df', '#7fa4d0'],
  [12, '#fff6e6', 3.3, 1.8, '#d7e2e6', '#6b9bd0'],
  [15.5, '#ffe2b4', 3, 1.5, '#e8dec6', '#7fa2c8'],
  [17.6, '#ff9f5c', 2.6, 1, '#f2ae76', '#6a7eac'],
  [18.6, '#d4808a', 0.8, 0.75, '#b0747a', '#323f68'],
  [19.8, '#9db4e6', 0.7, 0.42, '#1f2a40', '#0b111f'],
];

export function daylightAt(hour: number): Daylight {
  const next = MathUtils.clamp(
    HOURS.findIndex(([at]) => at > hour),
    1,
    HOURS.length - 1,
  );
  const [from, to] = [HOURS[next - 1], HOURS[next]];
  const share = MathUtils.clamp((hour - from[0]) / (to[0] - from[0]), 0, 1);
  const mix = (a: string, b: string): Color => new Color(a).lerp(new Color(b), share);
  return {
    sun: mix(from[1], to[1]),
    sunIntensity: MathUtils.lerp(from[2], to[2], share),
    skyIntensity: MathUtils.lerp(from[3], to[3], share),
    horizon: mix(from[4], to[4]),
    zenith: mix(from[5], to[5]),
  };
}

/** Towards the sun, which rises at six on the left and sets at eighteen on the right; towards the moon at night. */
export function turnToSun(hour: number, direction: Vector3): Vector3 {
  const isDay = hour > 5.6 && hour < 18.4;
  const angle = isDay ? (Math.PI * (hour - 5.3)) / 13.4 : Math.PI * 0.36;
  return direction.set(-Math.cos(angle), Math.sin(angle) * 0.9 + 0.06, 0.42).normalize();
}
