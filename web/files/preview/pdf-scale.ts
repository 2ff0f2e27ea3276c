/** The most pixels of a drawn page, in all and on a side: browsers draw nothing on a larger canvas, or run out of memory. */
const most = { area: 16_000_000, side: 16_384 }

/** How much larger than its points a page is drawn. A narrow tall page is drawn narrower than the screen. */
export const scaleOf = ({ width, height }: { width: number; height: number }, shownWidth: number): number =>
  Math.min(shownWidth / width, most.side / height, Math.sqrt(most.area / (width * height)))
