/** A change of a stock with its sign: '+5', '−3', '±0'. */
export const signed = (delta: number): string =>
  `${delta === 0 ? '±' : delta > 0 ? '+' : '−'}${Math.abs(delta).toLocaleString('en-US')}`
