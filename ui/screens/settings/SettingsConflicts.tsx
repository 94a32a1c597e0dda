import { useSnapshot } from 'valtio';
import { ConflictPopup } from '../../components/overlay/ConflictPopup';
import type { SettingsForm, SettingsFormState } from './settingsForm';

/** What someone else saved meanwhile and is typed here otherwise, while the question stands. */
export function SettingsConflicts({ settings }: { settings: SettingsForm }) {
  const conflicts = useSnapshot(settings.state).conflicts as SettingsFormState['conflicts'];
  if (!conflicts) return null;
  return (
    <ConflictPopup
      title="Someone else changed these settings"
      conflicts={conflicts.map(({ path, base, mine, theirs }) => ({
        name: path,
        label: settings.labels[path] ?? path,
        base: settings.textOf(path, base),
        mine: settings.textOf(path, mine),
        theirs: settings.textOf(path, theirs),
      }))}
      onCancel={settings.cancelConflicts}
      onResolve={settings.resolveConflicts}
    />
  );
}
