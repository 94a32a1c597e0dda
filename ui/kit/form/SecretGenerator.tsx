import WandSparkles from 'lucide-react/icons/wand-sparkles';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { isComposing } from '../../base/keys';
import { randomText } from '../../base/random';
import { announce } from '../basics/announce';
import { CopyButton } from '../basics/CopyButton';
import { IconButton } from '../basics/IconButton';
import { joinClasses } from '../basics/joinClasses';
import { RefreshButton } from '../basics/RefreshButton';
import menu from '../overlay/Dropdown.module.css';
import { usePopover } from '../overlay/usePopover';
import css from './SecretGenerator.module.css';
import { TextInput } from './TextInput';

const alphabet = '-_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

interface SecretGeneratorProps {
  length: number;
  /** Called with a new secret: on opening, and at each refresh. */
  onGenerate: (secret: string) => void;
  label?: string | undefined;
  isDisabled?: boolean | undefined;
}

/** Generates a secret, passes it on, and shows it selected, because it cannot be read later. */
export function SecretGenerator(props: SecretGeneratorProps) {
  const { length, onGenerate, label = 'Generate', isDisabled = false } = props;
  const anchor = useRef<HTMLSpanElement>(null);
  const popover = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [secret, setSecret] = useState('');
  const [isOpen, setIsOpen] = useState(false);

  const close = () => {
    if (popover.current?.contains(document.activeElement)) anchor.current?.querySelector('button')?.focus();
    setIsOpen(false);
    // A secret is removed once it is no longer shown.
    setSecret('');
  };
  usePopover({ isOpen, anchor, popover, placement: 'bottom-end', onClose: close });

  useLayoutEffect(() => {
    if (isOpen) input.current?.focus({ preventScroll: true });
  }, [isOpen]);

  useLayoutEffect(() => {
    if (secret !== '') input.current?.select();
  }, [secret]);

  const generate = () => {
    const next = randomText(length, alphabet);
    setSecret(next);
    onGenerate(next);
  };

  const handleKeyDown = (event: KeyboardEvent) => {
    if (!isOpen || event.key !== 'Escape' || isComposing(event)) return;
    // Handled here, so that the surrounding panel stays open.
    event.preventDefault();
    close();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only takes Escape from what is inside
    <span ref={anchor} className={css.root} onKeyDown={handleKeyDown}>
      <IconButton
        icon={WandSparkles}
        label={label}
        size="small"
        aria-haspopup="true"
        aria-expanded={isOpen}
        disabled={isDisabled}
        onClick={() => {
          if (isOpen) return close();
          generate();
          setIsOpen(true);
        }}
      />
      {isOpen && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form, and this is beside one
        <div
          ref={popover}
          className={joinClasses(menu.root, css.popover)}
          role="group"
          aria-label="Generated secret"
        >
          <TextInput
            ref={input}
            isMono
            readOnly
            aria-label="Secret"
            value={secret}
            onChange={() => {}}
            onFocus={(event) => event.currentTarget.select()}
            style={{ width: `calc(${length}ch + 1.25rem)` }}
          />
          <CopyButton text={secret} />
          <RefreshButton
            onClick={() => {
              generate();
              announce('New secret');
            }}
          />
        </div>
      )}
    </span>
  );
}
