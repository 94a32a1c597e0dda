import { copyText } from '../../../platform/clipboard';
import * as toasts from '../../../state/toasts';
import css from './Placeholders.module.css';

const shownMs = 2000;

interface Props {
  names: readonly string[];
  required: string | null;
}

/** What the server writes values in place of; each is a button that copies it. */
export function Placeholders({ names, required }: Props) {
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
          className={css.root}
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
