import { countOf } from '../../base/text';
import {
  type Finding,
  type Outcome,
  type Severity,
  type ShownCode,
  severities,
  textOfSentence,
} from './checks/finding';

export const views = ['open', 'accepted', 'passed'] as const;
export type View = (typeof views)[number];

/** The findings as open or accepted, and the checks without findings. */
export interface SortedFindings {
  readonly open: readonly Finding[];
  readonly accepted: readonly Finding[];
  readonly passed: readonly Outcome[];
  /** Checks that could not judge everything. */
  readonly unjudged: readonly Outcome[];
  /** The errors of calls, each with the checks that it left incomplete. */
  readonly failed: readonly { readonly error: string; readonly outcomes: readonly Outcome[] }[];
}

export function sortFindings(
  outcomes: readonly Outcome[],
  accepted: Readonly<Record<string, string>>,
): SortedFindings {
  const all = outcomes
    .flatMap(({ findings }) => findings)
    .sort((one, other) => severities.indexOf(one.severity) - severities.indexOf(other.severity));
  const isAccepted = ({ key }: Finding) => Object.hasOwn(accepted, key);
  const errors = [...new Set(outcomes.flatMap(({ error }) => error ?? []))];
  return {
    open: all.filter((finding) => !isAccepted(finding)),
    accepted: all.filter(isAccepted),
    passed: outcomes.filter(
      ({ findings, unjudged, error }) => findings.length + unjudged.length === 0 && error === null,
    ),
    unjudged: outcomes.filter(({ unjudged }) => unjudged.length > 0),
    failed: errors.map((error) => ({
      error,
      outcomes: outcomes.filter((outcome) => outcome.error === error),
    })),
  };
}

export const withSeverity = (findings: readonly Finding[], severity: Severity) =>
  findings.filter((finding) => finding.severity === severity);

/** True if the text contains all words of the search. */
export function matches(text: string, search: string): boolean {
  const lower = text.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}

const codeText = ({ code }: ShownCode) => (code === null ? 'Admins only' : code === '' ? 'Everyone' : code);

export function textOfFinding({ severity, title, why, place, parts, fix }: Finding): string {
  return [
    `${severity.toUpperCase()}: ${textOfSentence(title)}`,
    `${textOfSentence(why)} (${place.text})`,
    ...parts.map((part) => `${textOfSentence(part.label)}: ${codeText(part)}`),
    textOfSentence(fix),
  ].join('\n');
}

export const textOfPassed = ({ passed, looked }: Outcome) => `${passed} (${looked})`;

export const textOfUnjudged = ({ passed, unjudged }: Outcome) =>
  [`NOT CHECKED: ${passed}`, ...unjudged.map(({ place, reason }) => `${place}: ${reason}`)].join('\n');

/** The page as text, to copy. */
export function textOfAll({ open, accepted, unjudged, failed, passed }: SortedFindings): string {
  return [
    ...open.map(textOfFinding),
    ...accepted.map((finding) => `ACCEPTED ${textOfFinding(finding)}`),
    ...failed.map(({ error }) => `Could not be checked: ${error}`),
    ...unjudged.map(textOfUnjudged),
    `${countOf(passed.length, 'check')} passed.`,
  ].join('\n\n');
}
