/** The most bytes that a part of a workbook may unpack to: a sheet of 300,000 rows of 20 columns has some 200 MB. */
export const maxUnpackedBytes = 512 * 2 ** 20

/** The most characters of the shared texts in all; they are in memory while the sheet is read. */
export const maxSharedCharacters = 32 * 2 ** 20

/** The most characters of one cell, as in text files. */
export const maxCellCharacters = 450_000

/** The most columns with values in a sheet, as in text files. */
export const maxSheetColumns = 1_000
