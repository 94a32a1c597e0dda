import './start';

export { createPlot } from '../../kit/chart/linePlot';
