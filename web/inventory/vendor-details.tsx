export const VendorDetails = () => null
