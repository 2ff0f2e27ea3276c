/** Whether nothing but fingers points: then nobody drags a file here, and hardly anybody has keys. */
export const isTouchOnly = (): boolean => !window.matchMedia('(any-pointer: fine)').matches
