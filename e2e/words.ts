/** The fixed strings of spec.md that the journeys assert, once. */
export const words = {
  signIn: {
    button: 'Sign in with Google',
    private: 'This is a private platform.',
    ask: 'Please ask your supervisor for access.',
  },
  notFound: 'Oops! Page not found',
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
  imports: {
    complete: 'Import Complete',
    completeWithErrors: 'Import completed with errors',
    invalidFile: 'Please select a CSV file',
  },
} as const
