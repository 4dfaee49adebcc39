"""The reader of CLML, the XML of legislation.gov.uk: bytes in, frozen values and Markdown out. It fetches nothing."""
