import type { LucideIcon } from 'lucide-react';

export interface SelectOption {
  value: string;
  /** Defaults to the value. */
  label?: string | undefined;
  /** True if the label is data and not translated; by default if the label is the value. */
  isName?: boolean | undefined;
  /** 1 to 8: the colour of its mark. */
  mark?: number | undefined;
  /** Dimmed text after the label in the open list; the search finds it too. */
  note?: string | undefined;
}

/** A button of the open list, below its options. */
export interface SelectAction {
  label: string;
  icon?: LucideIcon | undefined;
  onSelect: () => void;
}

interface SelectLimits {
  options: readonly SelectOption[];
  max?: number | undefined;
}

export function labelOf(option: SelectOption): string {
  return option.label ?? option.value;
}

/** True if the label is data and not a word of this page. */
export function isName({ label, isName = label === undefined }: SelectOption): boolean {
  return isName;
}

const fold = (text: string) => text.replace(/\s+/g, '').toLowerCase();

/** Returns the options whose label, value or note contains the words; ignores case and spaces. */
export function matchingOptions(options: readonly SelectOption[], words: string): readonly SelectOption[] {
  const wanted = fold(words);
  if (wanted === '') return options;
  return options.filter((option) =>
    [labelOf(option), option.value, option.note ?? ''].some((text) => fold(text).includes(wanted)),
  );
}

/** Removes values that are no longer offered, and the oldest ones beyond the limit. */
export function keptValues(values: readonly string[], { options, max }: SelectLimits): string[] {
  const offered = new Set(options.map((option) => option.value));
  return values.filter((value) => offered.has(value)).slice(max ? -max : 0);
}

/** Removes the value if it is there; otherwise appends it. */
export function toggledValues(values: readonly string[], value: string, limits: SelectLimits): string[] {
  const others = values.filter((other) => other !== value);
  return keptValues(others.length < values.length ? others : [...values, value], limits);
}

/** Removes by position, because a value may be no longer offered or occur twice. */
export function valuesWithout(values: readonly string[], at: number, limits: SelectLimits): string[] {
  return keptValues(
    values.filter((_, index) => index !== at),
    limits,
  );
}
