import { useContext } from 'react';
import { Button, type ButtonProps } from '../basics/Button';
import { ClosingContext } from './Overlay';

/** Closes the panel or popup that it stands in, as Escape does: it may ask first. */
export function CloseButton(props: ButtonProps & { href?: undefined }) {
  const close = useContext(ClosingContext);
  return <Button kind="quiet" {...props} onClick={close} />;
}
