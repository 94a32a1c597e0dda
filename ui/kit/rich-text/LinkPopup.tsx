import { useRef, useState } from 'react';
import { Button } from '../basics/Button';
import { Checkbox } from '../form/Checkbox';
import { Field } from '../form/Field';
import { TextInput } from '../form/TextInput';
import { CloseButton } from '../overlay/CloseButton';
import { Popup } from '../overlay/Popup';
import type { OverlayHandle } from '../overlay/useOverlay';
import { forbiddenLinkScheme, type RichLink } from './richFormats';

interface LinkPopupProps {
  link: RichLink | null;
  /** Null removes the link. */
  onSave: (link: RichLink | null) => void;
  onClose: () => void;
}

const newTab = { target: '_blank', rel: 'noopener' };

export function LinkPopup({ link, onSave, onClose }: LinkPopupProps) {
  const overlay = useRef<OverlayHandle>(null);
  const [address, setAddress] = useState(link?.href ?? '');
  const [isNewTab, setNewTab] = useState(link?.target === '_blank');
  const [error, setError] = useState<string | null>(null);

  function end(next: RichLink | null) {
    onSave(next);
    overlay.current?.close({ isDone: true });
  }

  function handleSubmit() {
    const href = completeAddress(address.trim());
    if (href === '') setError('Please enter an address.');
    else if (forbiddenLinkScheme(href)) setError('Only web and email addresses are allowed.');
    else {
      const { target: _, rel: __, ...others } = link ?? { href };
      const isSame = isNewTab === (link?.target === '_blank');
      end({ ...(isSame ? link : others), href, ...(isNewTab && !isSame && newTab) });
    }
  }

  return (
    <Popup
      title="Link"
      handle={overlay}
      onClose={onClose}
      onSubmit={handleSubmit}
      footerStart={
        link && (
          <Button kind="dangerQuiet" onClick={() => end(null)}>
            Remove link
          </Button>
        )
      }
      footer={
        <>
          <CloseButton>Cancel</CloseButton>
          <Button kind="primary" type="submit">
            Save
          </Button>
        </>
      }
    >
      <div className="fields">
        <Field label="Address" error={error}>
          {(control) => (
            <TextInput
              {...control}
              data-autofocus
              autoCapitalize="none"
              spellCheck={false}
              placeholder="https://"
              value={address}
              onChange={(text) => {
                setAddress(text);
                setError(null);
              }}
            />
          )}
        </Field>
        <Checkbox label="Open in a new tab" isChecked={isNewTab} onChange={setNewTab} />
      </div>
    </Popup>
  );
}

/** Completes a partial address: `example.com` becomes https, `a@example.com` becomes mailto. */
function completeAddress(text: string): string {
  if (/^[^\s/:@]+@[^\s/:@]+\.[^\s/:@]+$/.test(text)) return `mailto:${text}`;
  return /^[\w-]+(?:\.[\w-]+)+(?:[/?#:]|$)/.test(text) ? `https://${text}` : text;
}
