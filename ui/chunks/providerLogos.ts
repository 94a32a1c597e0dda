import './start';

export { providerLogos } from '../components/provider-logo/providerLogos';
