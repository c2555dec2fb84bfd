const DAY_MILLISECONDS = 86_400_000;

/** The month that a use counts in: `2026-01`, in UTC. */
export function periodOf(time: Date): string {
  return `${time.getUTCFullYear()}-${String(time.getUTCMonth() + 1).padStart(2, '0')}`;
}

/** Whole seconds until the next month starts, at least 1. */
export function secondsToNextPeriod(time: Date): number {
  return Math.ceil((nextPeriod(time).getTime() - time.getTime()) / 1000);
}

/** When the next month starts, in UTC. */
export function nextPeriod(time: Date): Date {
  return new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1));
}

export function daysBefore(time: Date, days: number): Date {
  return new Date(time.getTime() - days * DAY_MILLISECONDS);
}

export function minutesBefore(time: Date, minutes: number): Date {
  return new Date(time.getTime() - minutes * 60_000);
}

/** The time as text, but later than another: two states of one thing never have the same. */
export function timeAfter(time: Date, earlier: string): string {
  return new Date(Math.max(time.getTime(), Date.parse(earlier) + 1)).toISOString();
}
