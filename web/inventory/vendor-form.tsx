export const NewVendorForm = () => null
export const EditVendorForm = () => null
