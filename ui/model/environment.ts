export const environmentColours = {
  red: 'Red',
  amber: 'Amber',
  green: 'Green',
  blue: 'Blue',
  violet: 'Violet',
} as const;

export type EnvironmentColour = keyof typeof environmentColours;

/** The marks that a person gives to a server: a name such as "Production", a colour, and whether writes are locked. */
export interface Environment {
  readonly name: string;
  readonly colour: EnvironmentColour;
  /** True if writes must be unlocked. */
  readonly locks: boolean;
  /** The name of the application when it was named; '' while that is not known. */
  readonly appName: string;
}

export const longestName = 24;

/** Makes a name of one line that is not too long. */
export function cutName(text: string): string {
  return [...text.replace(/\s+/g, ' ').trim()].slice(0, longestName).join('').trim();
}
