/** Splits a name into its words of letters, in lower case: `Knight_ArmLeft` has knight, arm and left. */
export function wordsOf(name: string): string[] {
  const apart = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return apart.split(/[^a-z]+/).filter((word) => word !== '');
}
