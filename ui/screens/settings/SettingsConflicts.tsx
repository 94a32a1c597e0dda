import { useSnapshot } from 'valtio';
import { ConflictPopup } from '../../components/overlay/ConflictPopup';
import { redacted } from '../../model/settings';
import type { SettingsForm, SettingsFormState } from './settingsForm';

/** What someone else saved meanwhile and is typed here otherwise, while the question stands. */
export function SettingsConflicts({ settings }: { settings: SettingsForm }) {
  const conflicts = useSnapshot(settings.state).conflicts as SettingsFormState['conflicts'];
  if (!conflicts) return null;
  return (
    <ConflictPopup
      title="Someone else changed these settings"
      conflicts={conflicts.map(({ path, ...sides }) => {
        // A mask on one side says what kind of value the others are.
        const isSecret = Object.values(sides).includes(redacted);
        const textOf = (value: unknown) =>
          isSecret && value !== redacted && value !== '' ? 'a new secret' : settings.textOf(path, value);
        return {
          name: path,
          label: settings.labels[path] ?? path,
          base: textOf(sides.base),
          mine: textOf(sides.mine),
          theirs: textOf(sides.theirs),
        };
      })}
      onCancel={settings.cancelConflicts}
      onResolve={settings.resolveConflicts}
    />
  );
}
