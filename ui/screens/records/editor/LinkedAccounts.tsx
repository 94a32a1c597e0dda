import CloudOff from 'lucide-react/icons/cloud-off';
import Unplug from 'lucide-react/icons/unplug';
import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../../components/basics/Button';
import { IconButton } from '../../../components/basics/IconButton';
import { ProviderLogo } from '../../../components/lazy/ProviderLogo';
import { EmptyState } from '../../../components/page/EmptyState';
import { providerTitle } from '../../../model/authProviders';
import type { AccountLinks } from './accountLinks';
import css from './LinkedAccounts.module.css';

interface Props {
  links: AccountLinks;
}

/** The providers through which the user signs in; read when this tab is opened. */
export function LinkedAccounts({ links }: Props) {
  const { isLoading, loadError, links: found } = useSnapshot(links.state);

  useEffect(() => void links.load(), [links]);

  if (loadError) {
    return (
      <EmptyState
        icon={CloudOff}
        title="The providers could not be loaded."
        reason={loadError.message}
        role="alert"
      >
        <Button isBusy={isLoading} onClick={() => void links.load()}>
          Retry
        </Button>
      </EmptyState>
    );
  }
  if (!found) return <p role="status">Loading...</p>;
  if (found.length === 0)
    return <EmptyState icon={Unplug} title="No linked OAuth2 providers." role="status" />;
  return (
    <ul className={css.root}>
      {found.map((link) => {
        const title = providerTitle(link.provider);
        return (
          <li key={link.id} className={css.line}>
            <ProviderLogo name={link.provider} />
            <span className={css.name}>{title}</span>
            <span className={css.id}>ID: {link.providerId}</span>
            <IconButton
              icon={Unplug}
              size="small"
              label={`Unlink ${title}`}
              onClick={() => void links.unlink(link, title)}
            />
          </li>
        );
      })}
    </ul>
  );
}
