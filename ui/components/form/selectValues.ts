/** What a select offers, finds and gives; pure. */

import type { LucideIcon } from 'lucide-react';

export interface SelectOption {
  value: string;
  /** By default the value. */
  label?: string | undefined;
  /** The label is the name of something; by default where it is the value. */
  isName?: boolean | undefined;
  /** 1 to 8: the colour of its mark. */
  mark?: number | undefined;
  /** Dimmed, behind the label in the open list; words find it too. */
  note?: string | undefined;
}

/** What the open list offers beside its options. */
export interface SelectAction {
  label: string;
  icon?: LucideIcon | undefined;
  onSelect: () => void;
}

export interface SelectLimits {
  options: readonly SelectOption[];
  max?: number | undefined;
}

export function labelOf(option: SelectOption): string {
  return option.label ?? option.value;
}

/** A name or a value, not a word of this page. */
export function isName({ label, isName = label === undefined }: SelectOption): boolean {
  return isName;
}

const folded = (text: string) => text.replace(/\s+/g, '').toLowerCase();

/** The options whose label, value or note contains the words; capitals and blanks do not count. */
export function matchingOptions(options: readonly SelectOption[], words: string): readonly SelectOption[] {
  const wanted = folded(words);
  if (wanted === '') return options;
  return options.filter((option) =>
    [labelOf(option), option.value, option.note ?? ''].some((text) => folded(text).includes(wanted)),
  );
}

/** Without what is no longer offered and, of too many, without the oldest. */
export function keptValues(values: readonly string[], { options, max }: SelectLimits): string[] {
  const offered = new Set(options.map((option) => option.value));
  return values.filter((value) => offered.has(value)).slice(max ? -max : 0);
}

/** With the value at the end, or without it when it was there. */
export function toggledValues(values: readonly string[], value: string, limits: SelectLimits): string[] {
  const others = values.filter((other) => other !== value);
  return keptValues(others.length < values.length ? others : [...values, value], limits);
}

/** What is at `at` may be no longer offered, or stand there twice. */
export function valuesWithout(values: readonly string[], at: number, limits: SelectLimits): string[] {
  return keptValues(
    values.filter((_, index) => index !== at),
    limits,
  );
}

const typedPauseMs = 500;

/** Finds options by the letters typed one after another; the same letter again goes round those it begins. */
export function createLetterSearch(): (
  options: readonly SelectOption[],
  from: number,
  letter: string,
  now?: number,
) => SelectOption | null {
  let typed = '';
  let typedAt = Number.NEGATIVE_INFINITY;
  return (options, from, letter, now = Date.now()) => {
    const small = letter.toLowerCase();
    typed = now - typedAt > typedPauseMs ? small : typed + small;
    typedAt = now;
    const isOneLetter = typed === small.repeat(typed.length / small.length);
    const wanted = isOneLetter ? small : typed;
    const start = isOneLetter ? from + 1 : Math.max(from, 0);
    const inOrder = [...options.slice(start), ...options.slice(0, start)];
    return inOrder.find((option) => labelOf(option).toLowerCase().startsWith(wanted)) ?? null;
  };
}
