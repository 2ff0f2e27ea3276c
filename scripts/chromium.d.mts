export function findChromium(): string | undefined
export function findHeadlessShell(): string | undefined
export function browserOfJourneys(): string | undefined
export declare const browserArguments: string[]
export function findFirefox(): string | undefined
