/** '1 report', '2 reports', '1,200 parts'. @param noun one that takes an s */
export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
