import { useMemo } from 'react';
import { Button } from '../../../components/basics/Button';
import { TextInput } from '../../../components/form/TextInput';
import { Dropdown, DropdownItem } from '../../../components/overlay/Dropdown';
import { localDateTime, printDate } from '../../../platform/dates';
import type { SettingsForm } from '../../../state/settings/settingsForm';
import { useSettingsDraft } from '../../../state/settings/useSettingsForm';
import { SettingField } from '../SettingField';
import css from './CronSetting.module.css';
import { cronFault, cronMacros, cronPresets, nextRuns } from './cronText';

const path = 'backups.cron';
const shownRuns = 3;

/** Edits the schedule of backups, and shows the next runs. */
export function CronSetting({ settings }: { settings: SettingsForm<'backups'> }) {
  useSettingsDraft(settings);
  const typed = settings.valueAt(path);
  const cron = String(typed ?? '').trim();

  function trim() {
    if (typed !== cron) settings.set(path, cron);
  }

  return (
    <SettingField
      settings={settings}
      path={path}
      isRequired
      help={
        <>
          Supports numeric lists, steps, ranges and{' '}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: its tooltip is for the keyboard, too */}
          <span tabIndex={0} data-tooltip={cronMacros.join('\n')}>
            <u>macros</u>
            <span className="visuallyHidden"> ({cronMacros.join(', ')})</span>
          </span>
          . The timezone is UTC.
          <NextRuns cron={cron} />
        </>
      }
    >
      {(control, value) => (
        <TextInput
          {...control}
          isMono
          placeholder="* * * * *"
          autoComplete="off"
          spellCheck={false}
          autoFocus={cron === ''}
          value={String(value ?? '')}
          onChange={(text) => settings.set(path, text)}
          onBlur={trim}
          onKeyDown={({ key }) => {
            // Enter and Ctrl+S save before the input loses the focus.
            if (key === 'Enter' || key === 's') trim();
          }}
          end={
            <Dropdown
              label="Presets"
              placement="bottom-end"
              trigger={(props) => (
                <Button {...props} kind="quiet" size="small" disabled={control.readOnly}>
                  Presets
                </Button>
              )}
            >
              {cronPresets.map((preset) => (
                <DropdownItem key={preset.cron} onSelect={() => settings.set(path, preset.cron)}>
                  {preset.text}
                </DropdownItem>
              ))}
            </Dropdown>
          }
        />
      )}
    </SettingField>
  );
}

/** Returns the time in UTC, and in local time if that differs. */
function bothTimes(date: string): string {
  const [utc, local] = [date.slice(0, 16), localDateTime(date).slice(0, 16)];
  return utc === local ? `${utc} UTC` : `${utc} UTC (${local} local time)`;
}

function NextRuns({ cron }: { cron: string }) {
  const runs = useMemo(
    () => (cron === '' || cronFault(cron) ? null : nextRuns(cron, shownRuns, new Date())),
    [cron],
  );
  if (!runs) return null;
  if (runs.length === 0) return <p role="status">This schedule never runs.</p>;
  return (
    <>
      <p className={css.runs}>Next runs:</p>
      <ul aria-label="Next runs">
        {runs.map((run) => (
          <li key={run.getTime()}>{bothTimes(printDate(run))}</li>
        ))}
      </ul>
    </>
  );
}
