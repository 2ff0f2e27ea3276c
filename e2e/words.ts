/** The fixed strings of product.md 8 that the journeys assert, each listed once. */
export const words = {
  signIn: {
    button: 'Sign in with Google',
    private: 'This is a private platform.',
    ask: 'Please ask your supervisor for access.',
  },
  notFound: 'Oops! Page not found',
  companies: {
    created: 'Portfolio company created successfully',
    updated: 'Company updated successfully',
    nameMissing: 'Please enter a company name',
    userAdded: 'User added to company successfully',
    userRemoved: 'User removed from company successfully',
  },
  people: {
    emailRequired: 'Email is required',
    companyRequired: 'Please select a company for non-SBR operator roles',
    companyClosed: 'Your company is closed here',
    ownAccess: 'You cannot remove your own access',
  },
  parts: {
    created: 'Part created successfully',
    updated: 'Part updated successfully',
    deleteOne: 'Are you sure you want to delete this part?',
    numberRequired: 'Part number is required',
    nameRequired: 'Name is required',
    bulkUpdated: (count: number) => `${count} part(s) updated successfully`,
  },
  assemblies: {
    created: 'Assembly created successfully',
    updated: 'Assembly updated successfully',
    deleteOne: 'Are you sure you want to delete this assembly?',
  },
  products: {
    created: 'Product created successfully',
    deleteOne: 'Are you sure you want to delete this product?',
    deleted: '1 product(s) deleted successfully',
    skuRequired: 'SKU is required',
  },
  vendors: {
    created: 'Vendor created successfully',
    updated: 'Vendor updated successfully',
    deleteOne: 'Are you sure you want to delete this vendor?',
    deleted: '1 vendor(s) deleted successfully',
  },
  tasks: {
    created: 'Task created successfully',
    updated: 'Task updated successfully',
  },
  timeClock: {
    clockedIn: 'Clocked in successfully',
    clockedOut: 'Clocked out successfully',
  },
  sops: {
    created: 'SOP created successfully',
    updated: 'SOP updated successfully',
    deleted: 'SOP deleted successfully',
    none: 'No SOPs found',
    createFirst: 'Create your first SOP to get started',
    noneHere: 'No SOPs available in this category',
  },
  files: {
    uploaded: (count: number) => `${count} file(s) uploaded successfully`,
    failed: 'Failed to upload files',
    downloaded: (name: string) => `Downloaded ${name}`,
    deleted: 'File deleted successfully',
  },
  summary: {
    operatorsOnly: 'Only SBR operators and company operators can manage inventory imports/exports.',
    exported: 'Inventory exported',
    backupDeleted: 'Backup deleted',
  },
  integrations: {
    saved: 'Configuration and credentials saved',
    good: 'Connection Successful',
    bad: 'Connection Failed',
    testFailed: 'Connection Test Failed',
    tryAgain: 'Unable to test connection. Please try again.',
    moved: 'Integration company assignment updated',
    notSupported: 'Not Supported',
    syncOnlyShopify: 'Sync is currently only supported for Shopify integrations',
    synced: 'Sync Complete',
    noConfigurations: 'Failed to load integration configurations',
  },
  revenue: {
    noData: 'No Shopify data available. Please ensure Shopify integration is configured and data has been synced.',
  },
  settings: {
    profileUpdated: 'Profile updated successfully',
  },
  imports: {
    complete: 'Import Complete',
    completeWithErrors: 'Import completed with errors',
    invalidFile: 'Please select a CSV file',
  },
} as const
