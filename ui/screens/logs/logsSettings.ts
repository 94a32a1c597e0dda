import * as settings from '../../api/settings';
import type { FieldError, FieldErrors } from '../../model/fieldErrors';
import { levelName, logLevels } from '../../model/log';
import type { SettingsOf } from '../../model/settings';
import { type Choices, createThreeWayMerge } from '../../model/threeWayMerge';
import { countOf } from '../../platform/text';
import * as confirm from '../../state/confirm';
import { createEditing, type Editing } from '../../state/forms/editing';
import * as toasts from '../../state/toasts';

type LogsSettings = SettingsOf<'logs'>['logs'];

/** The settings as typed. */
export interface TypedSettings {
  maxDays: string;
  minLevel: string;
  logIp: boolean;
}

export const levelBounds = { lowest: -100, highest: 100 } as const;

type LogsEditing = Editing<TypedSettings, LogsSettings>;

interface MergeVersions {
  base: LogsSettings;
  theirs: LogsSettings;
  mine: TypedSettings;
}

export interface LogsSettingsForm
  extends Pick<
    LogsEditing,
    'state' | 'open' | 'close' | 'mayClose' | 'save' | 'resolveConflicts' | 'cancelConflicts'
  > {
  set<Key extends keyof TypedSettings>(key: Key, value: TypedSettings[Key]): void;
}

/** Asks before a save that deletes logs. */
export function createLogsSettings(): LogsSettingsForm {
  const editing: LogsEditing = createEditing<TypedSettings, LogsSettings>({
    initial: toForm(null),
    read: async (signal) => (await settings.read('logs', signal)).logs,
    writes: () => ({ what: 'save the logs settings', verb: 'save' }),
    toForm,
    changedPaths: (form, baseline) => keys.filter((key) => form[key] !== baseline[key]),
    check: ({ form, baseline }) => faultsOf(form, baseline),

    merge: mergeForms,

    async confirm({ form, baseline }) {
      const loss = lossOf(changesOf(form, baseline), baseline);
      return loss === null || (await confirm.ask(loss, { isDangerous: true, writes: true })) ? 'send' : null;
    },

    async send({ form, baseline }) {
      const { logs } = await settings.update('logs', { logs: changesOf(form, baseline) });
      return { stored: logs, sent: form };
    },

    saved() {
      toasts.success('Successfully saved logs settings.');
    },
    placeErrors: withoutGroup,
  });

  return {
    ...editing,
    set(key, value) {
      editing.edit(key, (form) => {
        form[key] = value;
      });
    },
  };
}

const keys = ['maxDays', 'minLevel', 'logIp'] as const;

function toForm(stored: LogsSettings | null): TypedSettings {
  if (!stored) return { maxDays: '', minLevel: '', logIp: false };
  const { maxDays, minLevel, logIp } = stored;
  return { maxDays: String(maxDays), minLevel: String(minLevel), logIp };
}

/** The fields as the popup names them. */
export const labels: Readonly<Record<keyof TypedSettings, string>> = {
  maxDays: 'Max days retention',
  minLevel: 'Min log level',
  logIp: 'Enable IP logging',
};

function mergeForms({ base, theirs, mine }: MergeVersions, choices: Choices) {
  const merge = createThreeWayMerge(choices);
  const [before, after] = [toForm(base), toForm(theirs)];
  const number = (key: 'maxDays' | 'minLevel') =>
    merge.value({
      name: key,
      label: labels[key],
      base: before[key],
      mine: mine[key],
      theirs: after[key],
      print: (text) => text.trim(),
      isSame: (a, b) => Number(a) === Number(b),
    });
  const form: TypedSettings = {
    maxDays: number('maxDays'),
    minLevel: number('minLevel'),
    // A switch that both changed is the same for both.
    logIp: mine.logIp === before.logIp ? after.logIp : mine.logIp,
  };
  return { form, conflicts: merge.conflicts };
}

/** Returns the changed settings; `007` is 7, which changes nothing. */
export function changesOf(values: TypedSettings, original: TypedSettings): Partial<LogsSettings> {
  const changes: Partial<LogsSettings> = {};
  for (const key of ['maxDays', 'minLevel'] as const) {
    if (Number(values[key]) !== Number(original[key])) changes[key] = Number(values[key]);
  }
  if (values.logIp !== original.logIp) changes.logIp = values.logIp;
  return changes;
}

/** Finds errors before sending. An unchanged value is not checked: the server accepted it before. */
export function faultsOf(values: TypedSettings, original: TypedSettings): FieldErrors {
  const { lowest, highest } = levelBounds;
  const faults: Record<string, FieldError> = {};
  const check = (key: 'maxDays' | 'minLevel', least: number, most: number, message: string) => {
    const text = values[key].trim();
    if (text === original[key]) return;
    if (text === '') faults[key] = { code: 'validation_required', message: 'Cannot be blank.' };
    else if (!/^[-+]?\d+$/.test(text) || Number(text) < least || Number(text) > most) {
      faults[key] = { code: 'validation_out_of_bounds', message };
    }
  };
  check('maxDays', 0, Number.MAX_SAFE_INTEGER, 'Must be a whole number, 0 or larger.');
  check('minLevel', lowest, highest, `Must be a whole number from ${lowest} to ${highest}.`);
  return faults;
}

/** Returns the question before a save that deletes logs; null if none are deleted. */
export function lossOf(changes: Partial<LogsSettings>, original: TypedSettings): string | null {
  const { maxDays, minLevel } = changes;
  if (maxDays === 0) return questionOf('all logs', ' No new ones will be kept.');
  const lost: string[] = [];
  // Without stored logs nothing can be lost.
  const hadAny = Number(original.maxDays) > 0;
  if (hadAny && maxDays !== undefined && maxDays < Number(original.maxDays)) {
    lost.push(`all logs older than ${countOf(maxDays, 'day')}`);
  }
  if (hadAny && minLevel !== undefined && minLevel > Number(original.minLevel)) {
    lost.push(`all logs with a level below ${minLevel}${namesBelow(minLevel)}`);
  }
  return lost.length > 0 ? questionOf(lost.join(' and ')) : null;
}

function questionOf(what: string, more = ''): string {
  return `Saving these settings permanently deletes ${what}.${more} Do you really want to save them?`;
}

/** Returns ` (DEBUG, INFO)`. */
function namesBelow(minLevel: number): string {
  const names = logLevels.filter(({ level }) => level < minLevel).map(({ level }) => levelName(level));
  return names.length > 0 ? ` (${names.join(', ')})` : '';
}

/** Removes the prefix of the server's keys: `logs.maxDays`. */
function withoutGroup(errors: FieldErrors): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([path, error]) => [path.replace(/^logs\./, ''), error]),
  );
}
