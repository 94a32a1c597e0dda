// Facts for the checks without a server.

import type { Collection } from '../../ui/model/collection';
import { lookupOf } from '../../ui/model/rulePaths';
import type { AllSettings } from '../../ui/model/settings';
import { findAll } from '../../ui/rules/findings/checks/allFindings';
import {
  countKey,
  type Facts,
  type Finding,
  type Outcome,
  textOfSentence,
} from '../../ui/rules/findings/checks/finding';

const token = (duration: number) => ({ duration });
const s3 = {
  enabled: false,
  endpoint: '',
  bucket: '',
  region: '',
  accessKey: '',
  secret: '',
  forcePathStyle: false,
};

/** Settings in which no check finds anything. */
export const safeSettings = {
  meta: { appUrl: 'https://app.example.net', senderAddress: 'mail@example.net' },
  smtp: {
    enabled: true,
    host: 'smtp.example.net',
    port: 465,
    username: '',
    password: '',
    tls: true,
    authMethod: '',
    localName: '',
  },
  s3,
  backups: { cron: '0 0 * * *', cronMaxKeep: 3, s3: { ...s3, enabled: true } },
  logs: { maxDays: 5, minLevel: 0, logIp: true },
  recordAuthToken: token(1_209_600),
  recordVerificationToken: token(604_800),
  recordPasswordResetToken: token(1800),
  recordEmailChangeToken: token(1800),
  recordFileToken: token(120),
  adminAuthToken: token(1_209_600),
  adminPasswordResetToken: token(1800),
  adminFileToken: token(120),
} as unknown as AllSettings;

export const now = Date.parse('2026-03-10T12:00:00Z');

export function factsOf(collections: readonly Collection[], more: Partial<Facts> = {}): Facts {
  return {
    collections,
    lookup: lookupOf(collections),
    settings: { value: safeSettings },
    backups: { value: [{ key: 'a.zip', size: 1, modified: '2026-03-09 12:00:00.000Z' }] },
    admins: { value: [{ email: 'a@example.net' }, { email: 'b@example.net' }] },
    adminAccounts: { value: null },
    counts: new Map(),
    address: new URL('https://app.example.net/_/'),
    now,
    ...more,
  };
}

/** Runs all checks; every count has this result. */
export function outcomesOf(facts: Facts, count = 0): readonly Outcome[] {
  const { wanted } = findAll(facts);
  const counts = new Map(wanted.map((one) => [countKey(one), { value: count }]));
  return findAll({ ...facts, counts }).outcomes;
}

export const findingsOf = (outcomes: readonly Outcome[], id?: string): readonly Finding[] =>
  outcomes.filter((outcome) => id === undefined || outcome.id === id).flatMap(({ findings }) => findings);

export const titlesOf = (outcomes: readonly Outcome[], id?: string): string[] =>
  findingsOf(outcomes, id).map(({ severity, title }) => `${severity}: ${textOfSentence(title)}`);
