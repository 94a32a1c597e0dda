import { countOf } from '../base/text';
import type { FieldErrors } from '../model/fieldErrors';
import { levelName, logLevels } from '../model/log';
import type { SettingsOf } from '../model/settings';
import * as confirm from '../page/confirm';
import { type Changes, valueAt } from '../settings/settingsChanges';
import { createSettingsForm, type SettingsDraft, type SettingsForm } from '../settings/settingsForm';
import { wholeNumberErrors } from '../settings/settingsRules';

export const levelBounds = { least: -100, most: 100 } as const;

/** The fields as the popup names them. */
export const labels = {
  'logs.maxDays': 'Max days retention',
  'logs.minLevel': 'Min log level',
  'logs.logIp': 'Enable IP logging',
} as const;

/** Asks before a save that deletes logs. */
export function createLogsSettings(onSaved?: () => void): SettingsForm<'logs'> {
  return createSettingsForm({
    part: 'logs',
    labels,
    savedText: 'Successfully saved logs settings.',
    check: faultsOf,
    async maySend(changes, stored) {
      const loss = lossOf(changes, stored);
      return loss === null || confirm.ask(loss, { isDangerous: true, writes: true });
    },
    onSaved,
  });
}

/** Finds errors before sending. An unchanged value is not checked: the server accepted it before. */
export function faultsOf(values: SettingsDraft<'logs'>, stored: SettingsOf<'logs'>): FieldErrors {
  const isChanged = (path: string) => String(valueAt(values, path)).trim() !== String(valueAt(stored, path));
  return {
    ...wholeNumberErrors(values, ['logs.maxDays'].filter(isChanged), { least: 0 }),
    ...wholeNumberErrors(values, ['logs.minLevel'].filter(isChanged), levelBounds),
  };
}

/** Returns the question before a save that deletes logs; null if none are deleted. */
export function lossOf(changes: Changes, { logs: before }: SettingsOf<'logs'>): string | null {
  const { maxDays, minLevel } = (changes['logs'] ?? {}) as Partial<typeof before>;
  if (maxDays === 0) return questionOf('all logs', ' No new ones will be kept.');
  const lost: string[] = [];
  // Without stored logs nothing can be lost.
  const hadAny = before.maxDays > 0;
  if (hadAny && maxDays !== undefined && maxDays < before.maxDays) {
    lost.push(`all logs older than ${countOf(maxDays, 'day')}`);
  }
  if (hadAny && minLevel !== undefined && minLevel > before.minLevel) {
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
