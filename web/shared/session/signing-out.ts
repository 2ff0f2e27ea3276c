let isUnderWay = false

/** From the press on Sign Out until the sign-in page is there: that the session ends meanwhile is meant, and leads nowhere else. */
export const isSigningOut = (): boolean => isUnderWay

export const setSigningOut = (value: boolean): void => {
  isUnderWay = value
}
