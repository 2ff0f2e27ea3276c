/** With this header a change of a company is tried and taken back: its answer also says what it would change. */
export const previewHeader = 'x-preview'
