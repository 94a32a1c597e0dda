import Info from 'lucide-react/icons/info';
import { IconButton } from '../basics/IconButton';
import { Popover } from './Popover';

/** A tooltip that a press opens too, for touch screens. */
export function InfoTip({ label, text }: { label: string; text: string }) {
  return (
    <Popover
      trigger={(props) => (
        <IconButton
          {...props}
          icon={Info}
          size="small"
          label={`About ${label}`}
          tooltip={props['aria-expanded'] ? '' : text}
        />
      )}
    >
      {text}
    </Popover>
  );
}
