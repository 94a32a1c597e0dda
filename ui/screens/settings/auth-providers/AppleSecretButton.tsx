import { useState } from 'react';
import { Button } from '../../../components/basics/Button';
import { AppleSecretPopup } from './AppleSecretPopup';
import type { ProviderForm } from './providerForm';

/** Apple gives no secret: it is made of a key. */
export function AppleSecretButton({ provider: { settings, at } }: { provider: ProviderForm }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div>
      <Button onClick={() => setIsOpen(true)}>Generate secret</Button>
      {isOpen && (
        <AppleSecretPopup
          clientId={String(settings.valueAt(at('clientId')) ?? '')}
          onGenerated={({ clientId, secret }) => {
            // The secret holds for this client id alone.
            settings.set(at('clientId'), clientId);
            settings.set(at('clientSecret'), secret);
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  );
}
