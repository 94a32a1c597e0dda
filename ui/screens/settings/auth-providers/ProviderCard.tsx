import Settings2 from 'lucide-react/icons/settings-2';
import { Badge } from '../../../components/basics/Badge';
import { IconButton } from '../../../components/basics/IconButton';
import { joinClasses } from '../../../components/basics/joinClasses';
import { ProviderLogo } from '../../../components/lazy/ProviderLogo';
import { providerTitle } from '../../../model/authProviders';
import css from './ProvidersPage.module.css';

interface Props {
  name: string;
  isEnabled: boolean;
  index: number;
  /** Tab leads to it; to the others the arrow keys do. */
  isStop: boolean;
  onOpen: () => void;
}

export function ProviderCard({ name, isEnabled, index, isStop, onOpen }: Props) {
  const title = providerTitle(name);
  return (
    <li className={joinClasses(css.card, isEnabled && css.enabled)} data-index={index}>
      <ProviderLogo name={name} />
      <div className={css.name}>
        <h3>{title}</h3>
        <code translate="no">{name}</code>
      </div>
      {isEnabled && <Badge kind="success">Enabled</Badge>}
      <IconButton
        icon={Settings2}
        label={`${title} provider settings`}
        tooltip="Provider settings"
        size="small"
        tabIndex={isStop ? 0 : -1}
        onClick={onOpen}
      />
    </li>
  );
}
