import Info from 'lucide-react/icons/info';
import { IconButton } from '../../../../components/basics/IconButton';
import { Popover } from '../../../../components/overlay/Popover';

/** A tooltip that opens by a press too: a finger has nothing to hover with. */
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
