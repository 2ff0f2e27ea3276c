let isUnderWay = false

/** True from the press on Sign Out until the sign-in page is there: the end of the session is then intended, and leads nowhere else. */
export const isSigningOut = (): boolean => isUnderWay

export const setSigningOut = (value: boolean): void => {
  isUnderWay = value
}
