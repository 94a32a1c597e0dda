import './shell';

export { AfterFirstView } from '../shell/AfterFirstView';
export { EnvironmentStrip } from '../shell/environment/EnvironmentStrip';
export { fetchAfterSignIn } from '../shell/prefetch';
export { lock, permit } from '../state/environment/writeLock';
