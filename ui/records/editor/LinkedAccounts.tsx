import Unplug from 'lucide-react/icons/unplug';
import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { IconButton } from '../../kit/basics/IconButton';
import { ProviderLogo } from '../../kit/basics/ProviderLogo';
import { EmptyState } from '../../kit/layout/EmptyState';
import { LoadFailure } from '../../kit/layout/LoadFailure';
import { Loading } from '../../kit/layout/Loading';
import { providerTitle } from '../../model/authProviders';
import type { AccountLinks } from './accountLinks';
import css from './LinkedAccounts.module.css';

interface Props {
  links: AccountLinks;
}

/** Loads the linked providers when the tab is opened. */
export function LinkedAccounts({ links }: Props) {
  const { status, loadError, links: found } = useSnapshot(links.state);

  useEffect(() => void links.load(), [links]);

  if (status === 'failed') {
    return (
      <LoadFailure
        title="The providers could not be loaded."
        reason={loadError?.message}
        onRetry={() => void links.load()}
      />
    );
  }
  if (status === 'loading') return <Loading />;
  if (found.length === 0)
    return <EmptyState icon={Unplug} title="No linked OAuth2 providers." role="status" />;
  return (
    <ul className={css.root}>
      {found.map((link) => {
        const title = providerTitle(link.provider);
        return (
          <li key={link.id} className={css.line}>
            <ProviderLogo name={link.provider} />
            <span className={css.name} translate="no">
              {title}
            </span>
            <span className={css.id} translate="no">
              ID: {link.providerId}
            </span>
            <IconButton
              icon={Unplug}
              size="small"
              writes
              label={`Unlink ${title}`}
              onClick={() => void links.unlink(link, title)}
            />
          </li>
        );
      })}
    </ul>
  );
}
