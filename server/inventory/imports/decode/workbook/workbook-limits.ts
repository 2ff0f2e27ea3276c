/** The most bytes that a part of a workbook may unpack to: a sheet of 300,000 rows of 20 columns has some 200 MB. */
export const maxUnpackedBytes = 512 * 2 ** 20

/** The most characters of the shared texts in all; they are in memory while the sheet is read. */
export const maxSharedCharacters = 32 * 2 ** 20

/** The most characters of one cell, as in text files. */
export const maxCellCharacters = 450_000

/** The most columns with values in a sheet, as in text files. */
export const maxSheetColumns = 1_000

/** The most cells of a sheet, with empty ones: 300,000 rows of 30 columns have 9 million. */
export const maxCells = 10_000_000

/** The most empty cells of a sheet, beyond three for each cell with a value: a small file can hold a hundred million. */
export const maxEmptyCells = 2_000_000

/** The most XML elements of a part; a cell with a value has two, or three with a formula. */
export const maxElements = 30_000_000

/** The most seconds of the processor for a part: a sheet of the most cells takes about half of it. */
export const maxPartSeconds = 30

/** The most sheets of a workbook, and the most cells of one sheet that reach over rows. */
export const maxSheets = 1_000
export const maxTallCells = 100_000

/** The most styles; Excel has 65,490. */
export const maxStyles = 65_536
