import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useState } from 'react';
import { IconButton } from './IconButton';
import { joinClasses } from './joinClasses';
import css from './RefreshButton.module.css';

/** Reloads something; its arrows make a half turn to confirm the click. */
export function RefreshButton({ label = 'Refresh', onClick }: { label?: string; onClick: () => void }) {
  const [isTurning, setIsTurning] = useState(false);
  return (
    <IconButton
      icon={RefreshCw}
      label={label}
      data-tooltip-delay={150}
      className={joinClasses(isTurning && css.turning)}
      onAnimationEnd={() => setIsTurning(false)}
      onClick={() => {
        setIsTurning(true);
        onClick();
      }}
    />
  );
}
