import FilePenLine from 'lucide-react/icons/file-pen-line';
import { useEffect } from 'react';
import { copyText } from '../../base/clipboard';
import { CodeEditor } from '../../kit/code-editor/CodeEditor';
import { Accordion } from '../../kit/layout/Accordion';
import css from '../../kit/layout/settingsLayout.module.css';
import { hasUnder } from '../../model/fieldErrors';
import * as toasts from '../../page/toasts';
import { SettingField, type SettingProps, TextSetting } from '../SettingField';
import { useSettingsDraft } from '../useSettingsForm';
import type { MailForm } from './mailForm';
import { type MailTemplateKey, templateParts, templatePath } from './mailTemplates';
import own from './TemplateFields.module.css';

interface Props {
  settings: MailForm;
  template: MailTemplateKey;
  title: string;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
}

export function TemplateFields({ settings, template, title, isOpen, onToggle }: Props) {
  const { errors } = useSettingsDraft(settings);
  const path = templatePath(template);

  // Errors count as visible in a closed template too, because it has a mark.
  useEffect(() => {
    const stops = templateParts.map(({ key }) => settings.draw(`${path}.${key}`));
    return () => {
      for (const stop of stops) stop();
    };
  }, [settings, path]);

  return (
    <Accordion
      icon={FilePenLine}
      title={title}
      hasErrors={hasUnder(errors, path)}
      isOpen={isOpen}
      onToggle={onToggle}
    >
      <div className={css.body}>
        {templateParts.map(({ key, label, placeholders, required }) => {
          const props = {
            settings,
            path: `${path}.${key}` as const,
            label,
            isRequired: true,
            help: <Placeholders names={placeholders} required={required} />,
          };
          return key === 'body' ? (
            <BodySetting key={key} {...props} />
          ) : (
            <TextSetting key={key} {...props} isMono={key === 'actionUrl'} />
          );
        })}
      </div>
    </Accordion>
  );
}

function BodySetting(props: SettingProps<'mail'>) {
  return (
    <SettingField {...props}>
      {({ readOnly, ...control }, value) => (
        <CodeEditor
          {...control}
          language="html"
          minHeight={270}
          maxHeight={700}
          isReadOnly={readOnly}
          value={String(value ?? '')}
          onChange={(text) => props.settings.set(props.path, text)}
        />
      )}
    </SettingField>
  );
}

const shownMs = 2000;

interface PlaceholdersProps {
  names: readonly string[];
  required: string | null;
}

/** The placeholders that the server replaces; each is a button that copies it. */
function Placeholders({ names, required }: PlaceholdersProps) {
  async function handleCopy(name: string) {
    if (await copyText(name)) toasts.info(`Copied ${name} to clipboard`, shownMs);
  }

  return (
    <>
      Placeholders:{' '}
      {names.map((name) => (
        <button
          key={name}
          type="button"
          className={own.placeholder}
          translate="no"
          data-tooltip={name === required ? 'Required parameter' : 'Copy'}
          onClick={() => void handleCopy(name)}
        >
          {name}
          {name === required && <span aria-hidden> *</span>}
          {name === required && <span className="visuallyHidden"> Required parameter</span>}
        </button>
      ))}
    </>
  );
}
