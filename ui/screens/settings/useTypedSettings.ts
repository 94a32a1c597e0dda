import { useSnapshot } from 'valtio';
import type { SettingsForm } from './settingsForm';

/**
 * Draws the component again with whatever is typed, saved or taken back, so that it may ask the form itself. At once:
 * an input that is drawn a moment later moves the caret to its end.
 */
export function useTypedSettings(settings: SettingsForm) {
  const { values, errors, isSaving } = useSnapshot(settings.form.state, { sync: true });
  return { values, errors, isSaving };
}
