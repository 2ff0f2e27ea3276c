/** The fixed strings of spec.md that the journeys assert, once. */
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
    noRevenue: 'No Shopify data available. Please ensure Shopify integration is configured and data has been synced.',
  },
  people: {
    emailRequired: 'Email is required',
    companyRequired: 'Please select a company for non-SBR operator roles',
    ownAccess: 'You cannot remove your own access',
  },
  parts: {
    created: 'Part created successfully',
    updated: 'Part updated successfully',
    deleteOne: 'Are you sure you want to delete this part?',
    numberRequired: 'Part number is required',
    nameRequired: 'Name is required',
  },
  vendors: {
    created: 'Vendor created successfully',
    updated: 'Vendor updated successfully',
    deleteOne: 'Are you sure you want to delete this vendor?',
    deleted: '1 vendor(s) deleted successfully',
  },
  summary: {
    operatorsOnly: 'Only SBR operators and company operators can manage inventory imports/exports.',
    exported: 'Inventory exported',
    backupDeleted: 'Backup deleted',
  },
  imports: {
    complete: 'Import Complete',
    completeWithErrors: 'Import completed with errors',
    invalidFile: 'Please select a CSV file',
  },
} as const
