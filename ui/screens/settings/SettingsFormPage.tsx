import { type ReactNode, useId, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../components/basics/Button';
import { UnsavedCount } from '../../components/form/UnsavedCount';
import { useKeptFocus } from '../../components/form/useKeptFocus';
import { LoadFailure } from '../../components/page/LoadFailure';
import { LoadingSection } from './LoadingFields';
import { SettingsConflicts } from './SettingsConflicts';
import { SettingsPage } from './SettingsPage';
import css from './SettingsSection.module.css';
import type { SettingsForm } from './settingsForm';
import { useSettingsForm } from './useSettingsForm';

interface Props {
  title: string;
  settings: SettingsForm;
  actions?: ReactNode;
  /** The button that takes back what is typed. */
  resetLabel?: 'Cancel' | 'Reset' | undefined;
  /** Sections; drawn once the settings are there. */
  children: ReactNode;
}

/** A page of the settings that is a form: loads it, saves it with Enter, Ctrl+S or the button, asks before it is left. */
export function SettingsFormPage({ title, settings, actions, resetLabel = 'Cancel', children }: Props) {
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  // Cancel and Save go with their own press.
  const root = useRef<HTMLDivElement>(null);
  const keptFocus = useKeptFocus(root, form);
  const { status, loadError } = useSnapshot(settings.state);
  const { isSaving, isChanged, unsavedCounts, handleSubmit, handleKeyDown } = useSettingsForm(settings, form);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears a shortcut from everything on the page
    <div ref={root} style={{ display: 'contents' }} onKeyDown={handleKeyDown} {...keptFocus}>
      <SettingsPage
        title={title}
        actions={status === 'ready' && actions}
        isLoading={status === 'loading'}
        bar={
          isChanged ? (
            <div className={css.bar}>
              <UnsavedCount {...unsavedCounts} />
              <span className={css.acts}>
                <Button kind="quiet" disabled={isSaving} onClick={settings.reset}>
                  {resetLabel}
                </Button>
                <Button kind="primary" type="submit" form={formId} isBusy={isSaving}>
                  Save changes
                </Button>
              </span>
            </div>
          ) : null
        }
      >
        {status === 'failed' && (
          <LoadFailure
            title="The settings could not be loaded."
            reason={loadError?.message}
            onRetry={() => void settings.load()}
          />
        )}
        {status === 'loading' && <LoadingSection />}
        {status === 'ready' && (
          <form ref={form} id={formId} className={css.form} noValidate onSubmit={handleSubmit}>
            {children}
          </form>
        )}
        <SettingsConflicts settings={settings} />
      </SettingsPage>
    </div>
  );
}
